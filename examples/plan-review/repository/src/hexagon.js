export const area = (a) => (3 * Math.sqrt(3) * a ** 2) / 2;
