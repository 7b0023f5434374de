declare const pageScript: string;
declare const pageStyle: string;

/** The script and the style of a page, put in by `build.ts`. */
export const pageAssets = { script: pageScript, style: pageStyle } as const;
