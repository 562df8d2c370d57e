# A foreign service: spyne of Python, with a WSDL that spyne writes. The port to listen on is the argument.
import datetime
import decimal
import sys
from wsgiref.simple_server import WSGIRequestHandler, make_server

from spyne import (Application, Array, ComplexModel, Date, DateTime, Decimal, Enum, Fault, Integer,
                   ByteArray, ServiceBase, Unicode, XmlAttribute, rpc)
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication
from spyne.util.wsgi_wrapper import WsgiMounter

NS = 'urn:pedidos'
CLAVE = Integer(min_occurs=1, nillable=False)
Estado = Enum('abierto', 'cerrado', type_name='Estado')


class Linea(ComplexModel):
    __namespace__ = NS
    codigo = XmlAttribute(Unicode)
    importe = Decimal
    etiquetas = Array(Unicode)


class Pedido(ComplexModel):
    __namespace__ = NS
    id = CLAVE
    cliente = Unicode
    nota = Unicode(nillable=True, min_occurs=1)
    dia = Date
    momento = DateTime
    estado = Estado
    adjunto = ByteArray
    lineas = Array(Linea)


class Urgente(Pedido):
    __namespace__ = NS
    plazo = Integer


class Credenciales(ComplexModel):
    __namespace__ = NS
    usuario = Unicode


class NoExiste(Fault):
    __namespace__ = NS
    CODE = 'Client.NoExiste'

    def __init__(self, clave):
        super().__init__(self.CODE, f'No hay ningún pedido {clave}.', detail={'NoExiste': {'clave': str(clave)}})


class Pedidos(ServiceBase):
    __in_header__ = Credenciales

    @rpc(CLAVE, _returns=Pedido, _throws=NoExiste)
    def leer(ctx, id):
        if id == 0:
            raise NoExiste(id)
        usuario = ctx.in_header.usuario if ctx.in_header else 'nadie'
        linea = Linea(codigo='Á-1', importe=decimal.Decimal('1234567890123.45'), etiquetas=['x', 'ñ'])
        return Pedido(
            id=id, cliente=f'Íñigo <&> {usuario}', nota=None, dia=datetime.date(2024, 2, 29),
            momento=datetime.datetime(2026, 11, 22, 9, 0, tzinfo=datetime.timezone.utc), estado='abierto',
            adjunto=[b'\x00\xff'], lineas=[linea, Linea(codigo='B', importe=None, etiquetas=[])])

    @rpc(Pedido, _returns=Unicode)
    def guardar(ctx, pedido):
        lineas = ' '.join(f'{each.codigo}={each.importe}:{",".join(each.etiquetas or [])}' for each in pedido.lineas)
        return f'{type(pedido).__name__} {pedido.id} {pedido.cliente} {pedido.nota} {pedido.dia} {pedido.estado} {lineas}'


def at(protocol, name):
    return WsgiApplication(Application([Pedidos], NS, name=name, in_protocol=protocol(validator='lxml'), out_protocol=protocol()))


class Silent(WSGIRequestHandler):
    def log_message(self, *_):
        pass


mounted = WsgiMounter({'soap11': at(Soap11, 'Pedidos11').app, 'soap12': at(Soap12, 'Pedidos12').app})
make_server('127.0.0.1', int(sys.argv[1]), mounted, handler_class=Silent).serve_forever()
