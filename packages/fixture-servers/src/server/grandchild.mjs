/**
 * Started by mode `grandchild`: holds the pipes that it inherited, reads nothing, so that it notices no end of stdin,
 * and ends by a signal or, in any case, after the time in its argument (milliseconds).
 */
setTimeout(() => process.kill(process.pid, 'SIGKILL'), Number(process.argv[2]));
