<?php
// A foreign service: PHP's own SoapServer over the WSDL beside it.
ini_set('soap.wsdl_cache_enabled', '0');

const CLAVES = ['ana' => 'ñandú-secreto'];

class Tienda
{
    public $usuario = null;

    public function Identificacion($cabecera)
    {
        $this->usuario = $cabecera->Usuario;
    }

    // UsernameToken with its password digested (UsernameToken Profile 1.0, 3.1), which SoapServer hands over as it hands over any header.
    public function Security($cabecera)
    {
        $token = $cabecera->UsernameToken;
        $expected = base64_encode(sha1(base64_decode($token->Nonce) . $token->Created . CLAVES[$token->Username], true));
        if (!hash_equals($expected, $token->Password)) {
            throw new SoapFault('Client', 'No se reconoce a quien llama.');
        }
        $this->usuario = "$token->Username por su resumen";
    }

    public function BuscarCliente($peticion)
    {
        if ($peticion->id === 0) {
            throw new SoapFault('Server', 'No hay ningún cliente 0.', null, (object) ['codigo' => 404, 'texto' => 'año ñandú'], 'ClienteNoExiste');
        }
        if ($peticion->id === -1) {
            throw new SoapFault('Client', 'La clave no puede ser negativa.');
        }
        return [
            'cliente' => [
                'id' => $peticion->id,
                'nombre' => 'Ástrid Núñez <&>',
                'saldo' => '1234567890.10',
                'alta' => '2024-02-29',
                'telefono' => $peticion->telefonos ?? [],
                'nota' => null,
                'visto' => $this->usuario ?? 'nadie',
            ],
        ];
    }

    public function Avisar($peticion)
    {
        file_put_contents(getenv('AVISOS'), $peticion->texto . "\n", FILE_APPEND);
    }
}

// Of rpc and encoded values: the same thing several times is written once, and referred to.
class Almacen
{
    public function Repetir($veces, $articulo)
    {
        return ['articulos' => array_fill(0, $veces, $articulo), 'texto' => get_debug_type($articulo->precio) . ' ' . $articulo->nombre];
    }
}

$ruta = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
$servicio = $ruta === '/almacen' ? 'almacen' : 'tienda';
if ($_SERVER['REQUEST_METHOD'] === 'GET') {
    header('Content-Type: text/xml');
    $nombre = str_ends_with($ruta, '.xsd') ? 'tienda.xsd' : "$servicio.wsdl";
    $direccion = 'http://' . $_SERVER['HTTP_HOST'] . ($servicio === 'almacen' ? '/almacen' : '/');
    echo str_replace('DIRECCION', $direccion, file_get_contents(__DIR__ . '/' . $nombre));
    return;
}
$cuerpo = file_get_contents('php://input');
if (getenv('PETICIONES')) {
    file_put_contents(getenv('PETICIONES'), json_encode(['accion' => $_SERVER['HTTP_SOAPACTION'] ?? null, 'tipo' => $_SERVER['CONTENT_TYPE'], 'cuerpo' => $cuerpo]) . "\n", FILE_APPEND);
}
$version = str_contains($_SERVER['CONTENT_TYPE'], 'soap+xml') ? SOAP_1_2 : SOAP_1_1;
$server = new SoapServer(__DIR__ . "/$servicio.wsdl", ['soap_version' => $version, 'features' => SOAP_SINGLE_ELEMENT_ARRAYS]);
$server->setClass(ucfirst($servicio));
$server->handle($cuerpo);
