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

/** The longest part of a name that anybody writes by hand. */
const wordCharsMax = 15;

/** A token that says of itself that it is none: one sign again and again, or a word that only examples have in them. */
export function isMadeUp(value: string): boolean {
  if (/([xX*.])\1{11}/.test(value)) return true;
  const parts = value.split(/[^A-Za-z0-9]+/);
  return (
    parts.every((part) => part.length <= wordCharsMax) &&
    (parts.some((part) => /^(?:your|fake|dummy|example|sample|placeholder|mock)$/i.test(part)) ||
      /(?:^|[_-])not[_-](?:a[_-])?real(?:[_-]|$)/i.test(value))
  );
}

/** In an address, the password of an example or of a server that was just installed: a stand-in, its user's name, or what its own guide says. */
export function isKnownPassword(secret: string, before: string): boolean {
  const user = /:\/\/([^:/@\s]{0,60}):$/.exec(before)?.[1];
  if (user === undefined) return false;
  return (
    secret.toLowerCase() === user.toLowerCase() ||
    isStandIn(secret) ||
    /^(?:admin|changeit|default|example|guest|root|user|username)$/i.test(secret)
  );
}
