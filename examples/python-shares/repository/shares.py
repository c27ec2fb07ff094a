"""Who pays how much of a bill. Amounts are whole cents."""


def shares(cents, people):
    """Each person's share, in the order the people were named."""
    if not people:
        raise ValueError("Nobody was named to share the bill.")
    each = cents // len(people)
    return [(person, each) for person in people]
