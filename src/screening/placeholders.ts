// What stands where a secret would and is none: placeholders of documents and templates, words that everybody tries first,
// versions. Pure functions over short texts.

/** A stand-in that a document or a template shows where the value would be. */
export function isPlaceholder(value: string): boolean {
  return (
    /^(?:[$<{([%*#]|\.\.\.|process\.env|import\.meta|os\.environ|secrets\.|vars\.)/.test(value) ||
    /^(?:your|my|example|changeme|placeholder|undefined|null|none|true|false|string|redacted|required|optional)\b/i.test(
      value,
    ) ||
    /^(.)\1*$/.test(value)
  );
}

/** What everybody writes where a password would be, or tries first where one is asked for: no secret to anybody. */
export function isStandIn(value: string): boolean {
  return /^(?:(?:my)?pass(?:word|wd|phrase)?|pwd|pw|secret|sample|test(?:ing)?|foo|bar|baz|qux|abc|xyz|asdf|qwerty|x{1,8}|123(?:4(?:56?7?8?9?0?)?)?)\d?$/i.test(
    value,
  );
}

/** The version of a package whose name has a telling word in it. */
export function isVersion(value: string): boolean {
  return /^[~^]?\d{1,5}\.\d{1,5}\.\d{1,5}(?:[-+][\w.-]{1,40})?$/.test(value);
}
