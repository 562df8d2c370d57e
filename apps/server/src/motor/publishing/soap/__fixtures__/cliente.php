<?php
// Calls the canal of soap-testing.ts from its WSDL alone and prints what it got, as JSON.
[, $wsdl, $version] = $argv;
$client = new SoapClient($wsdl, [
    'soap_version' => $version === '1.2' ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);
$answer = $client->Repetir([
    'cliente' => 'Íñigo Ñandú €',
    'nota' => null,
    'total' => '12345678901234567.89',
    'unidades' => 9007199254740993,
    'urgente' => true,
    'dia' => '2026-11-22',
    'momento' => '2026-11-22T10:00:00+01:00',
    'adjunto' => "\x00\xff",
    'lineas' => [
        ['producto' => 'Café & té', 'precio' => '1.5', 'etiquetas' => ['x', 'y']],
        ['producto' => '', 'precio' => null],
    ],
    'matriz' => [['elemento' => [1, 2]], ['elemento' => [3]], ['elemento' => []], null],
]);
$answer->adjunto = bin2hex($answer->adjunto);
$faults = [];
foreach ([0, -1] as $divisor) {
    try {
        $client->Dividir(['a' => 1, 'b' => $divisor]);
    } catch (SoapFault $fault) {
        $faults[] = ['code' => $fault->faultcode, 'reason' => $fault->getMessage(), 'detail' => $fault->detail];
    }
}
echo json_encode(['answer' => $answer, 'faults' => $faults], JSON_UNESCAPED_UNICODE);
