/** A program that lives on, for as long as any test takes. */
export const stay = 'setTimeout(() => {}, 30000);';

/** The same, and SIGTERM does not end it. */
export const stayAtTerm = `process.on('SIGTERM', () => {}); ${stay}`;
