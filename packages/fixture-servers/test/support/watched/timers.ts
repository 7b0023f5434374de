import { setTimeout as sleep } from 'node:timers/promises';

/** Code that a resource watch looks at: each function takes a timer in another way. */

export function timeout(ms: number, fired: () => void = () => {}): NodeJS.Timeout {
  return setTimeout(fired, ms);
}

export function refresh(timer: NodeJS.Timeout): void {
  timer.refresh();
}

export function interval(ms: number, fired: () => void): NodeJS.Timeout {
  return setInterval(fired, ms);
}

export function promised(ms: number, signal?: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal });
}

export function abortAfter(ms: number): AbortSignal {
  return AbortSignal.timeout(ms);
}

export async function timeoutAfter(before: Promise<void>, ms: number): Promise<NodeJS.Timeout> {
  await before;
  return setTimeout(() => {}, ms);
}

export function timeoutThrough(make: (ms: number) => NodeJS.Timeout): NodeJS.Timeout {
  return make(60_000);
}

export function awaiting(make: () => Promise<void>): Promise<void> {
  return (async () => {
    await make();
  })();
}

export function print(text: string): void {
  // oxlint-disable-next-line no-console -- what the runner does about the console is the point
  console.log(text);
}
