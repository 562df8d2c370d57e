// A foreign service: gSOAP, over the WSDL that it writes. The port to listen on is the argument.
#include "soapH.h"
#include "Almacen.nsmap"
#include <cstdlib>

int a__Repetir(struct soap* soap, LONG64 veces, a__Articulo* articulo, struct a__RepetirResponse& respuesta) {
  if (veces > 3) {
    _a__noHay* noHay = soap_new__a__noHay(soap, -1);
    noHay->falta = veces - 3;
    soap_receiver_fault(soap, "No hay tantos artículos.", NULL);
    soap_faultdetail(soap);
    struct SOAP_ENV__Detail* detail = soap->version == 2 ? soap->fault->SOAP_ENV__Detail : soap->fault->detail;
    detail->a__noHay = noHay;
    return SOAP_FAULT;
  }
  for (LONG64 each = 0; each < veces; each++) respuesta.articulos.articulo.push_back(*articulo);
  return SOAP_OK;
}

int main(int, char** arguments) {
  struct soap* soap = soap_new1(SOAP_C_UTFSTRING | SOAP_XML_STRICT);
  soap->bind_flags = SO_REUSEADDR;
  if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", atoi(arguments[1]), 100))) return 1;
  while (soap_valid_socket(soap_accept(soap))) {
    soap_serve(soap);
    soap_destroy(soap);
    soap_end(soap);
  }
}
