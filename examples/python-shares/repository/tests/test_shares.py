import unittest

from shares import shares


class Shares(unittest.TestCase):
    def test_a_bill_that_can_be_divided(self):
        self.assertEqual(shares(900, ["Ada", "Ben", "Cem"]), [("Ada", 300), ("Ben", 300), ("Cem", 300)])

    def test_one_person_pays_it_all(self):
        self.assertEqual(shares(1234, ["Ada"]), [("Ada", 1234)])

    def test_nobody_is_refused(self):
        with self.assertRaises(ValueError):
            shares(900, [])
