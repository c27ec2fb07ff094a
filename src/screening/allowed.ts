// Values that look like secrets and are none, because they are printed in documents for everybody to read. Each is named
// by the SHA-256 of exactly that value: the list holds no value, and opens nothing for any other. Shapes that are public
// by their nature (checksums, versions, names) are told apart by the rules themselves.

import { createHash } from 'node:crypto';

interface Allowed {
  readonly sha256: string;
  readonly why: string;
}

const charsMax = 8192;

export const allowed: readonly Allowed[] = [
  {
    sha256: '1a5d44a2dca19669d72edf4c4f1c27c4c1ca4b4408fbb17f6ce4ad452d78ddb3',
    why: 'the access key id in the documentation of AWS',
  },
  {
    sha256: '78314b11be2e581549ac1c4f616563fad3fdf0c3b71678f6e2299182080e0598',
    why: 'the secret access key in the documentation of AWS',
  },
  {
    sha256: '50bb61665eece21c7b70416f4ef139395052e09eb80721ed124b6370626c7d3d',
    why: 'the password of every key file in PKCS #12 that Google gives out',
  },
  {
    sha256: '465ad9db7ec327cead73d0776993e1d29e2b5cb5fe7686d26b288c00fdffa092',
    why: 'an app secret in the change log of Shopify, quoted by secretlint',
  },
  {
    sha256: '96494af0ff15d729c97b5a558ad218ceded3c7285a4ed63670adf6693c1354f4',
    why: 'an access token in the change log of Shopify, quoted by secretlint',
  },
  {
    sha256: '5aca5b5c3515155c00aeda60aabfc5066d7d79f278a73f7d21328f1b2b556496',
    why: 'the token of a custom app in the change log of Shopify, quoted by secretlint',
  },
  {
    sha256: '1548bbe8e262d795bceac88cfba1e16f7579f72becd581506b2908441c790dcc',
    why: 'the token of a private app in the change log of Shopify, quoted by secretlint',
  },
  {
    sha256: '4861b7d682dcbc5a83cc31d7559004e645ff52ad8eb7b7a94e27192280dd25d3',
    why: 'the secret key in the documentation of 1Password, quoted by secretlint',
  },
  {
    sha256: '0f432205b4c94878cc4fe86d274e50aa9f64369a3c88efb7dcafb873af163783',
    why: 'the symmetric key in the same document',
  },
  {
    sha256: '7f75367e7881255134e1375e723d1dea8ad5f6a4fdb79d938df1f1754a830606',
    why: 'the token that jwt.io shows to everybody who opens it',
  },
];

const digests: ReadonlySet<string> = new Set(allowed.map(({ sha256 }) => sha256));

export function isAllowed(value: string): boolean {
  return value.length <= charsMax && digests.has(createHash('sha256').update(value).digest('hex'));
}
