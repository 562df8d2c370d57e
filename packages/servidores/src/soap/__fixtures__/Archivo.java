import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import javax.activation.DataHandler;
import javax.activation.DataSource;
import javax.jws.WebMethod;
import javax.jws.WebParam;
import javax.jws.WebResult;
import javax.jws.WebService;
import javax.jws.soap.SOAPBinding;
import javax.xml.bind.annotation.XmlAccessType;
import javax.xml.bind.annotation.XmlAccessorType;
import javax.xml.bind.annotation.XmlAttachmentRef;
import javax.xml.bind.annotation.XmlElement;
import javax.xml.ws.Endpoint;
import javax.xml.ws.WebFault;
import javax.xml.ws.soap.Addressing;

/* Copies documents whose content travels beside the envelope (swaRef). JAX-WS of Debian has no ASM, so what it would generate stands here. */
@WebService(name = "Archivo", serviceName = "Archivos", portName = "ArchivoPort", targetNamespace = "urn:archivo")
@SOAPBinding(parameterStyle = SOAPBinding.ParameterStyle.BARE)
@Addressing
public class Archivo {
  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Documento {
    @XmlElement(required = true)
    public String nombre;

    @XmlAttachmentRef public DataHandler contenido;

    public byte[] miniatura;
  }

  @XmlAccessorType(XmlAccessType.FIELD)
  public static class Falta {
    public String nombre;
    public int bytes;
  }

  @WebFault(name = "Vacio", targetNamespace = "urn:archivo")
  public static class Vacio extends Exception {
    private final Falta falta;

    public Vacio(String message, Falta falta) {
      super(message);
      this.falta = falta;
    }

    public Falta getFaultInfo() {
      return falta;
    }
  }

  @WebMethod(action = "urn:archivo:copiar")
  @WebResult(name = "copiado", targetNamespace = "urn:archivo")
  public Documento copiar(@WebParam(name = "copiar", targetNamespace = "urn:archivo") Documento documento) throws Vacio {
    byte[] bytes = read(documento.contenido);
    if (bytes.length == 0) {
      Falta falta = new Falta();
      falta.nombre = documento.nombre;
      throw new Vacio("Está vacío.", falta);
    }
    Documento copia = new Documento();
    copia.nombre = documento.nombre + " (" + bytes.length + ")";
    copia.contenido = new DataHandler(new Bytes(bytes));
    copia.miniatura = documento.miniatura;
    return copia;
  }

  private static byte[] read(DataHandler handler) {
    try {
      return handler == null ? new byte[0] : handler.getInputStream().readAllBytes();
    } catch (IOException cause) {
      throw new UncheckedIOException(cause);
    }
  }

  record Bytes(byte[] content) implements DataSource {
    public InputStream getInputStream() {
      return new ByteArrayInputStream(content);
    }

    public OutputStream getOutputStream() {
      throw new UnsupportedOperationException();
    }

    public String getContentType() {
      return "application/octet-stream";
    }

    public String getName() {
      return "";
    }
  }

  public static void main(String[] args) {
    Endpoint.publish("http://127.0.0.1:" + args[0] + "/archivo", new Archivo());
  }
}
