/** What the tests of every lab need alike, and what a lab's trace is played on. */
export { endingsOf, type CodedError, type Endings, type Watched } from './endings.ts';
export { reportEvidence } from './evidence.ts';
export type { Stage } from './stage.ts';
export { announceSeed, someInteger, someText } from './values.ts';
