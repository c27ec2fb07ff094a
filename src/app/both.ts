/** Both at once. Where one fails the other is waited for, so that nothing goes on behind the back of who is told. */
export async function both<One, Other>(one: Promise<One>, other: Promise<Other>): Promise<[One, Other]> {
  await Promise.allSettled([one, other]);
  return Promise.all([one, other]);
}
