// L-09, and what six tests cannot show: twenty-six more, in four parts and in the order of the lesson's text. Each ends
// with the proof that nothing is left (L-07).
import './homework/to-write.ts';
import './homework/requests.ts';
import './homework/lines.ts';
import './homework/process.ts';
