// Python, with pytest: a ledger, with fixtures, a table and a golden file.

import type { Project } from '../case.ts';
import { edited } from '../case.ts';

export const source = `class Ledger:
    def __init__(self):
        self.entries = []

    def post(self, account, cents):
        if cents == 0:
            raise ValueError("an entry of nothing")
        self.entries.append((account, cents))

    def balance(self, account):
        return sum(cents for name, cents in self.entries if name == account)


def parse(text):
    whole, _, rest = text.partition(".")
    return int(whole) * 100 + int(rest or 0)


def share(cents, parts):
    first = cents // parts
    return [first + (1 if index < cents % parts else 0) for index in range(parts)]


def report(ledger):
    accounts = sorted({name for name, _ in ledger.entries})
    return "".join(f"{name}: {ledger.balance(name)}\\n" for name in accounts)
`;

export const conftest = `import pytest

from ledger import Ledger


@pytest.fixture
def filled():
    ledger = Ledger()
    ledger.post("rent", -50000)
    ledger.post("pay", 210000)
    ledger.post("rent", 1500)
    return ledger
`;

export const ledgerTests = `from pathlib import Path

import pytest

from ledger import Ledger, report


def test_a_balance_is_a_sum(filled):
    assert filled.balance("rent") == -48500


def test_an_unknown_account_is_empty(filled):
    assert filled.balance("food") == 0


def test_nothing_is_not_posted():
    with pytest.raises(ValueError, match="nothing"):
        Ledger().post("rent", 0)


def test_a_report_is_as_it_was(filled):
    assert report(filled) == Path(__file__).with_name("report.txt").read_text()
`;

export const moneyTests = `import pytest

from ledger import parse, share


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("1.25", 125),
        ("0.99", 99),
        ("12", 1200),
        ("0.07", 7),
    ],
)
def test_money_is_parsed(text, cents):
    assert parse(text) == cents


@pytest.mark.parametrize(("cents", "parts"), [(100, 3), (7, 7), (5, 2)])
def test_no_cent_is_lost(cents, parts):
    assert sum(share(cents, parts)) == cents


def test_shares_are_alike():
    assert share(10, 4) == [3, 3, 2, 2]
`;

const golden = 'pay: 210000\nrent: -48500\n';

/** Mends what the ticket is about: "1.5" is 150, not 105. */
export const fixedSource = edited(source, 'int(rest or 0)', 'int((rest or "0").ljust(2, "0"))');

/** Mends it as well, and loses the cents that are left over: two tests are red. */
export const lossySource = edited(
  fixedSource,
  'first + (1 if index < cents % parts else 0) for index',
  'first for index',
);

/** Mends it as well, and gives what is left over to the last: one test is red. */
export const lastSource = edited(fixedSource, 'index < cents % parts', 'index >= parts - cents % parts');

/** Mends it as well, and adds without signs: a balance and the report are red. */
export const unsignedSource = edited(fixedSource, 'sum(cents for', 'sum(abs(cents) for');

/** Mends it as well, and posts anything. */
export const laxSource = edited(
  fixedSource,
  '        if cents == 0:\n            raise ValueError("an entry of nothing")\n',
  '',
);

export const newTest = `

def test_one_digit_is_ten_cents():
    assert parse("1.5") == 150
`;

export const moreTests = moneyTests + newTest;

export const ledger: Project = {
  files: {
    'pytest.ini': '[pytest]\naddopts = -p no:cacheprovider\n',
    '.gitignore': '__pycache__\n',
    'ledger.py': source,
    'conftest.py': conftest,
    'tests/test_ledger.py': ledgerTests,
    'tests/test_money.py': moneyTests,
    'tests/report.txt': golden,
    'README.md': '# Ledger\n\nMoney in and out.\n',
  },
  test: 'python3 -m pytest -q',
  ticket: {
    title: 'Fix the amount with one digit behind the point',
    criterion: 'The text "1.5" is 150 cents.',
  },
  plan: { files: ['ledger.py'], tests: ['tests/test_money.py'] },
  fixed: { 'ledger.py': fixedSource, 'tests/test_money.py': moreTests },
};
