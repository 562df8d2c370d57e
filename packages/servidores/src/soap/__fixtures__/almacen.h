//gsoap a service name:      Almacen
//gsoap a service style:     rpc
//gsoap a service encoding:  literal
//gsoap a service namespace: urn:almacen
//gsoap a schema namespace:  urn:almacen
//gsoap a schema form:       unqualified

typedef std::string xsd__string;
typedef std::string xsd__decimal;
typedef long long xsd__long;
enum a__Estado { abierto, cerrado };

class a__Articulo {
public:
  @xsd__string codigo 1;
  xsd__string nombre 1;
  xsd__decimal* precio 0;
  enum a__Estado estado 1;
  std::vector<xsd__string> etiqueta 0;
};

class a__Articulos {
public:
  std::vector<a__Articulo> articulo 0;
};

struct a__RepetirResponse {
  a__Articulos articulos 1;
};

class _a__noHay {
public:
  xsd__long falta 1;
};
struct SOAP_ENV__Detail {
  _a__noHay* a__noHay;
  int __type;
  void* fault;
  _XML __any;
};

//gsoap a service method-documentation: Repetir An article, as many times as wanted.
//gsoap a service method-fault: Repetir _a__noHay
int a__Repetir(xsd__long veces, a__Articulo* articulo, struct a__RepetirResponse& respuesta);
