type Values = Readonly<Record<string, unknown>>;

/** What a user who changes nothing in a form sends: the default of every field that has one. */
export function defaultsOf(requestedSchema: unknown): Values {
  const properties =
    isObject(requestedSchema) && isObject(requestedSchema['properties']) ? requestedSchema['properties'] : {};
  const fields = Object.entries(properties).flatMap(([name, field]): [string, unknown][] =>
    isObject(field) && 'default' in field ? [[name, field['default']]] : [],
  );
  return Object.fromEntries(fields);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
