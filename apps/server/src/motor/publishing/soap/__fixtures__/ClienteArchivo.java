import cliente.CanalArchivo;
import cliente.CanalArchivo_Service;
import cliente.DividirError422_Exception;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.net.URL;
import java.util.Base64;
import javax.activation.DataHandler;
import javax.activation.DataSource;
import javax.xml.ws.Holder;
import javax.xml.ws.soap.AddressingFeature;

/* Calls the canal `archivo` with what wsimport made of its WSDL, says which message it is, and prints what it got, a line each. */
public class ClienteArchivo {
  public static void main(String[] args) throws Exception {
    CanalArchivo canal = new CanalArchivo_Service(new URL(args[0])).getCanalArchivoSoap(new AddressingFeature(true, true));
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    byte[] bytes = Base64.getDecoder().decode(args[1]);
    Holder<String> visto = new Holder<>();
    Holder<DataHandler> copia = new Holder<>();
    canal.copiar("Íñigo Ñandú €", new DataHandler(new Bytes(bytes)), visto, copia);
    out.println(visto.value);
    out.println(Base64.getEncoder().encodeToString(copia.value.getInputStream().readAllBytes()));
    try {
      canal.dividir(BigDecimal.ONE, BigDecimal.ZERO);
    } catch (DividirError422_Exception fault) {
      out.println(fault.getMessage() + " " + fault.getFaultInfo().getDivisor());
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
}
