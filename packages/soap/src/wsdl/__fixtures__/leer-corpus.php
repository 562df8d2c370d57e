<?php
// Reads s.wsdl in each folder that is named, and prints by folder how many operations there are, or why it cannot.
ini_set('soap.wsdl_cache_enabled', '0');
ini_set('default_socket_timeout', '1');
$read = [];
foreach (array_slice($argv, 1) as $folder) {
    try {
        $client = new SoapClient("$folder/s.wsdl", ['cache_wsdl' => WSDL_CACHE_NONE]);
        $read[$folder] = count($client->__getFunctions());
    } catch (SoapFault $fault) {
        $read[$folder] = trim($fault->getMessage());
    }
}
echo json_encode($read, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
