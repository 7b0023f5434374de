/**
 * Whether a number is a multiple of another, both as they are written: 0.3 is one of 0.1, which no division of floating
 * point numbers says.
 */
export function isMultiple(value: number, divisor: number): boolean {
  const [digits, exponent] = decimal(value);
  const [divisorDigits, divisorExponent] = decimal(divisor);
  const lowest = Math.min(exponent, divisorExponent);
  // At most about 630 more digits: an exponent is between -324 and 308.
  const scaled = digits * 10n ** BigInt(exponent - lowest);
  return scaled % (divisorDigits * 10n ** BigInt(divisorExponent - lowest)) === 0n;
}

/** A finite number as an integer times a power of ten. */
function decimal(value: number): readonly [digits: bigint, exponent: number] {
  const [mantissa = '0', power = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [BigInt(whole + fraction), Number(power) - fraction.length];
}
