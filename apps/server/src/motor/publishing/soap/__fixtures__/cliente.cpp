// Calls the canal of soap-testing.ts with what wsdl2h and soapcpp2 made of its WSDL, and prints what it got.
#include <iostream>
#include "soapCanal_USCOREtiendaSoapProxy.h"
#include "Canal_USCOREtiendaSoap.nsmap"

int main(int, char **argv) {
  Canal_USCOREtiendaSoapProxy proxy(argv[1], SOAP_C_UTFSTRING);
  _ns1__Repetir call;
  _ns1__RepetirResponse answer;
  std::string total = "12345678901234567.89", dia = "2026-11-22", producto = "Café & té", precio = "1.5";
  LONG64 unidades = 9007199254740993LL;
  bool urgente = true;
  time_t momento = 1795338000;
  call.cliente = "Íñigo Ñandú €";
  call.nota = NULL;
  call.total = &total;
  call.unidades = &unidades;
  call.urgente = &urgente;
  call.dia = &dia;
  call.momento = &momento;
  call.adjunto = NULL;
  _ns1__Repetir_lineas linea;
  linea.producto = &producto;
  linea.precio = &precio;
  linea.etiquetas.push_back("x");
  linea.etiquetas.push_back("y");
  call.lineas.push_back(linea);
  _ns1__Repetir_lineas bare;
  bare.producto = NULL;
  bare.precio = NULL;
  call.lineas.push_back(bare);
  _ns1__Repetir_matriz row;
  row.elemento.push_back(1);
  row.elemento.push_back(2);
  call.matriz.push_back(row);
  row.elemento.assign(1, 3);
  call.matriz.push_back(row);
  if (proxy.Repetir(&call, answer) != SOAP_OK) {
    proxy.soap_stream_fault(std::cerr);
    return 1;
  }
  std::cout << *answer.saludo << "|" << (answer.nota ? "?" : "null") << "|" << *answer.total << "|" << *answer.unidades
            << "|" << *answer.urgente << "|" << *answer.dia << "|" << (*answer.momento == momento) << "|"
            << *answer.lineas[0].producto << "|" << *answer.lineas[0].precio << "|" << answer.lineas[0].etiquetas[1] << "|"
            << (answer.lineas[1].precio ? "?" : "null") << "|" << answer.lineas[1].etiquetas.size() << "|"
            << answer.matriz[0].elemento[1] << "," << answer.matriz[1].elemento[0] << "\n";
  _ns1__Dividir division;
  _ns1__DividirResponse quotient;
  division.a = "1";
  division.b = "0";
  proxy.Dividir(&division, quotient);
  SOAP_ENV__Detail *detail = proxy.soap_fault()->detail;
  std::cout << proxy.soap_fault_string() << "|" << (detail && detail->ns1__DividirError422 ? "422" : "?") << "\n";
}
