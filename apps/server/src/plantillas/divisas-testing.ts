/** The contract of the service of exchange rates that a template is written for, where somebody answers. */
export const divisas = (
  direccion: string,
) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:d="urn:divisas" targetNamespace="urn:divisas">
  <types><xs:schema targetNamespace="urn:divisas" elementFormDefault="qualified">
    <xs:element name="ConsultarCambio"><xs:complexType><xs:sequence>
      <xs:element name="moneda" type="xs:string"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="Cambio"><xs:complexType><xs:sequence>
      <xs:element name="cambio" type="xs:decimal"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="Pregunta"><part name="parameters" element="d:ConsultarCambio"/></message>
  <message name="Respuesta"><part name="parameters" element="d:Cambio"/></message>
  <portType name="Divisas"><operation name="ConsultarCambio">
    <input message="d:Pregunta"/><output message="d:Respuesta"/></operation></portType>
  <binding name="Divisas" type="d:Divisas"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="ConsultarCambio"><soap:operation soapAction="urn:divisas#ConsultarCambio"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Divisas"><port name="Divisas" binding="d:Divisas"><soap:address location="${direccion}"/></port></service>
</definitions>`
