const replacement = '\ufffd';
/** In no place a byte of UTF-8. */
const noUtf8 = Buffer.from([0xff]);

/** A line as the server wrote it. Where its bytes were no UTF-8 the recording knows the places, not the bytes. */
export function lineBytes(line: string, invalidUtf8: boolean): Buffer {
  if (!invalidUtf8) return Buffer.from(line);
  const parts = line.split(replacement).flatMap((part) => [noUtf8, Buffer.from(part)]);
  return Buffer.concat(parts.slice(1));
}
