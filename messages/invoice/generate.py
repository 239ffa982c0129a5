"""Writes value.json of the message `invoice` to standard output. The same on every run: nothing here is random."""

import json
from decimal import Decimal

NAMES = ["Ball valve", "Pressure gauge", "Flange gasket", "Stainless pipe", "Check valve", "Pipe clamp", "Flow meter"]
USES = ["for water and compressed air", "for steam up to 180 °C", "with inspection certificate 3.1", "spare part"]


def line(number):
    name = NAMES[number % len(NAMES)]
    quantity = number % 9 + (0.5 if name == "Stainless pipe" else 1)
    price = Decimal(795 + 1237 * number % 9_000) / 100
    entry = {
        "id": number,
        "name": f"{name} DN {15 + 5 * (number % 12)}",
        "description": f"{name}, {USES[number % len(USES)]}, series {2000 + number}",
        "quantity": quantity,
        "unit_code": "MTR" if name == "Stainless pipe" else "C62",
        "price": f"{price:.2f}",
        "amount": f"{price * Decimal(str(quantity)):.2f}",
        "tax_category": "S",
        "tax_percent": 7.0 if number % 10 == 0 else 19.0,
        "seller_item_id": f"VX-{number * 7919 % 100_000:05}",
        "origin": ["DE", "IT", "SE"][number % 3],
    }
    if number % 4 == 0:
        entry["note"] = "Delivered in part on 12 March; the rest follows <as agreed> by courier & freight"
    if number % 3:
        entry["standard_item_id"] = f"40{number * 104_729_003 % 10**11:011}"
    return entry


def subtotal(lines, percent):
    taxable = sum(Decimal(entry["amount"]) for entry in lines if entry["tax_percent"] == percent)
    tax = taxable * Decimal(str(percent)) / 100
    return {"taxable": f"{taxable:.2f}", "tax": f"{tax:.2f}", "tax_category": "S", "tax_percent": percent}


LINES = [line(number) for number in range(1, 47)]
SUBTOTALS = [subtotal(LINES, 19.0), subtotal(LINES, 7.0)]
NET = sum(Decimal(entry["taxable"]) for entry in SUBTOTALS)
GROSS = NET + sum(Decimal(entry["tax"]) for entry in SUBTOTALS)

print(
    json.dumps(
        {
            "id": "INV-2026-004711",
            "issue_date": "2026-03-16",
            "due_date": "2026-04-15",
            "type_code": 380,
            "currency": "EUR",
            "note": "Goods remain our property until paid in full.",
            "supplier": {
                "name": "Example Valves GmbH",
                "street": "Schlossstraße 12",
                "city": "Musterstadt",
                "postcode": "01234",
                "country": "DE",
                "tax_id": "DE123456789",
                "contact": {"name": "Åsa Müller", "telephone": "+49 30 901820", "mail": "billing@valves.example"},
            },
            "customer": {
                "name": "Waterworks Example AB",
                "street": "Storgatan 1",
                "city": "Exempelby",
                "postcode": "111 22",
                "country": "SE",
                "tax_id": "SE556677889901",
                "contact": {"name": "Accounts payable", "mail": "invoices@waterworks.example"},
            },
            "payment": {"means_code": 58, "account": "DE02120300000000202051", "terms": "30 days net"},
            "lines": LINES,
            "tax_subtotals": SUBTOTALS,
            "totals": {
                "line_extension": f"{NET:.2f}",
                "tax_exclusive": f"{NET:.2f}",
                "tax_inclusive": f"{GROSS:.2f}",
                "payable": f"{GROSS:.2f}",
            },
        },
        ensure_ascii=False,
        indent=1,
    )
)
