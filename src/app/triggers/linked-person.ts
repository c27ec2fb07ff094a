// Who of this home somebody on a service is, and may decide.

import type { Places } from '../home/home-places.ts';
import type { Person, Service } from '../people/people.ts';
import { everybody, mayDo } from '../people/people.ts';

export async function linkedPerson(
  places: Pick<Places, 'people'>,
  service: Service,
  id: string,
): Promise<Person | undefined> {
  const people = await everybody(places);
  return people.find(
    ({ access, elsewhere }) =>
      mayDo(access, 'decide') && elsewhere[service]?.toLowerCase() === id.toLowerCase(),
  );
}
