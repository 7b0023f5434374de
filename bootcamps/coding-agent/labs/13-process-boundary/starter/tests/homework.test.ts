// What seven tests cannot show: eleven more, in three parts and in the order of the lesson's text. Each ends with the proof
// that nothing is left.
import './homework/to-write.ts';
import './homework/output.ts';
import './homework/endings.ts';
