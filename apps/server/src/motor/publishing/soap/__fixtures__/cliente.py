# Calls the canal of soap-testing.ts from its WSDL alone and prints what it got, as JSON.
import datetime, decimal, json, sys
import zeep
from zeep.helpers import serialize_object

client = zeep.Client(sys.argv[1])
service = next(iter(client.wsdl.services.values()))
port = [name for name in service.ports if name.endswith('12') == (sys.argv[2] == '1.2')][0]
proxy = client.bind(service.name, port)

answer = proxy.Repetir(
    cliente='Íñigo Ñandú €',
    nota=None,
    total=decimal.Decimal('12345678901234567.89'),
    unidades=9007199254740993,
    urgente=True,
    dia=datetime.date(2026, 11, 22),
    momento=datetime.datetime(2026, 11, 22, 9, 0, tzinfo=datetime.timezone.utc),
    adjunto=b'\x00\xff',
    lineas=[
        {'producto': 'Café & té', 'precio': decimal.Decimal('1.5'), 'etiquetas': ['x', 'y']},
        {'producto': '', 'precio': None, 'etiquetas': []},
    ],
    matriz=[{'elemento': [1, 2]}, {'elemento': [3]}, {'elemento': []}],
)
faults = []
for divisor in (0, -1):
    try:
        proxy.Dividir(a=1, b=divisor)
    except zeep.exceptions.Fault as fault:
        detail = serialize_object(client.wsdl.types.deserialize(fault.detail[0]), dict)
        faults.append({'code': fault.code, 'reason': fault.message, 'detail': detail})


def plain(value):
    if isinstance(value, bytes):
        return value.hex()
    return value.isoformat() if isinstance(value, (datetime.date, datetime.datetime)) else str(value)


print(json.dumps({'answer': serialize_object(answer, dict), 'faults': faults}, default=plain, ensure_ascii=False))
