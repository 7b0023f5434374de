/**
 * @param {string} name
 * @returns {string} a key of `_meta` that the specification reserves
 */
export function metaKey(name) {
  return `io.modelcontextprotocol/${name}`;
}

/**
 * @param {Record<string, unknown>} [params]
 * @returns {Record<string, unknown>} the metadata; empty when there is none
 */
export function metaOf(params) {
  const meta = params?.['_meta'];
  return isObject(meta) ? meta : {};
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
