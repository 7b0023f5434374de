/**
 * Whether a value fits a schema. `unknown`: it depends on something that cannot be checked here. So only what fits under
 * no reading is refused, and a part that cannot be checked does not keep the rest from being checked.
 */
export type Truth = 'yes' | 'no' | 'unknown';

export function both(one: Truth, other: Truth): Truth {
  if (one === 'no' || other === 'no') return 'no';
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'yes';
}

export function opposite(truth: Truth): Truth {
  return truth === 'unknown' ? truth : truth === 'yes' ? 'no' : 'yes';
}
