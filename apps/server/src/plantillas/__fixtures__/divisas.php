<?php
// The service of exchange rates that a template calls: a SoapServer of PHP, by the contract that stands at WSDL.
class Divisas
{
    public function ConsultarCambio($pregunta)
    {
        if ($pregunta->moneda !== 'USD') {
            throw new SoapFault('Client', "No hay cambio de {$pregunta->moneda}.");
        }
        return ['cambio' => '1.0845'];
    }
}

$server = new SoapServer(getenv('WSDL'), ['cache_wsdl' => WSDL_CACHE_NONE]);
$server->setClass('Divisas');
$server->handle();
