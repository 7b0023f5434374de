/** Starts a clock of CPU time, user and system, of all threads; what it returns tells the microseconds since. */
export function startCpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
}
