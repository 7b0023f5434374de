/** What the tests of every lab need alike. */
export { endingsOf, type CodedError, type Endings, type Watched } from './endings.ts';
export { reportEvidence } from './evidence.ts';
export { announceSeed, someInteger, someText } from './values.ts';
