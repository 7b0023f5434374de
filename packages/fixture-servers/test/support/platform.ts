/** False where there is no word for signals that a process can catch, and exit statuses that name one: on Windows. */
export const hasSignals = process.platform !== 'win32';
