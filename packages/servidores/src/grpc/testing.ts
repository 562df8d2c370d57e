import { readFile } from 'node:fs/promises'
import {
  Server,
  ServerCredentials,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
} from '@grpc/grpc-js'
import protobuf from 'protobufjs'

const COMUN = `syntax = "proto3";
package tienda.comun;
enum Estado { DESCONOCIDO = 0; ACTIVO = 1; RETIRADO = 2; }
message Direccion { string calle = 1; optional int32 numero = 2; }
`

export const TIENDA = `syntax = "proto3";
package tienda;
import "comun/comun.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/wrappers.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/field_mask.proto";

message Cliente {
  int64 id = 1; // Su clave
  string nombre = 2;
  comun.Estado estado = 3;
  repeated comun.Direccion direcciones = 4;
  map<string, int32> notas = 5;
  map<int64, comun.Direccion> casas = 6;
  oneof pago { string tarjeta = 7; double efectivo = 8; comun.Direccion contra = 9; }
  bytes foto = 10;
  google.protobuf.Timestamp alta = 11;
  google.protobuf.Int64Value limite = 12;
  google.protobuf.Struct extra = 13;
  google.protobuf.Duration espera = 14;
  google.protobuf.FieldMask campos = 15;
  repeated sint32 saltos = 16;
  repeated comun.Estado estados = 17;
  optional bool visto = 18;
  uint64 total = 19;
  fixed64 fijo = 20;
  sfixed32 corto = 21;
  float razon = 22;
  Cliente jefe = 23;
  uint32 veces = 24;
  sint64 hueco = 25;
}
message Pedido { int64 id = 1; string que = 2; }
// Lo que se sabe de los clientes
service Clientes {
  // Devuelve lo que recibe
  rpc Eco (Cliente) returns (Cliente);
  rpc Fallar (Pedido) returns (Pedido);
  rpc Esperar (Pedido) returns (Pedido);
  rpc Contar (Pedido) returns (stream Pedido);
  rpc Subir (stream Pedido) returns (Pedido);
}
`

export const ARCHIVOS = [
  { nombre: 'tienda.proto', contenido: TIENDA },
  { nombre: 'comun.proto', contenido: COMUN },
]

/** The same types as the library itself reads and writes them. */
export function protobufRoot(): protobuf.Root {
  const root = new protobuf.Root()
  for (const { contenido } of ARCHIVOS) protobuf.parse(contenido, root, { keepCase: true })
  for (const name of ['timestamp', 'duration', 'wrappers', 'struct', 'field_mask'])
    root.addJSON(protobuf.common.get(`google/protobuf/${name}.proto`)?.nested ?? {})
  return root
}

export interface TiendaGrpc {
  puerto: number
  /** What came beside each call. */
  metadatos: Record<string, unknown>[]
  /** Milliseconds that whoever called last said that it would wait. */
  plazoMs(): number
  /** Resolves when the call that waits is given up by whoever made it. */
  cancelled: Promise<void>
  /** Messages of a stream that were handed over. */
  sent(): number
  close(): void
}

/** A server of grpc-js whose messages are read and written by protobufjs: nothing of ours. */
export async function startTiendaGrpc(files?: { certificado: string; clave: string }): Promise<TiendaGrpc> {
  const root = protobufRoot()
  const cliente = root.lookupType('tienda.Cliente')
  const pedido = root.lookupType('tienda.Pedido')
  const metadatos: Record<string, unknown>[] = []
  const { promise: cancelled, resolve: onCancelled } = Promise.withResolvers<void>()
  let plazo = 0
  let sent = 0
  type Message = protobuf.Message
  const definition = (name: string, type: protobuf.Type, responseStream = false) => ({
    path: `/tienda.Clientes/${name}`,
    requestStream: false,
    responseStream,
    requestDeserialize: (bytes: Buffer) => type.decode(bytes),
    responseSerialize: (message: Message) => Buffer.from(type.encode(message).finish()),
    requestSerialize: (message: Message) => Buffer.from(type.encode(message).finish()),
    responseDeserialize: (bytes: Buffer) => type.decode(bytes),
  })
  const server = new Server()
  server.addService(
    {
      Eco: definition('Eco', cliente),
      Fallar: definition('Fallar', pedido),
      Esperar: definition('Esperar', pedido),
      Contar: definition('Contar', pedido, true),
    },
    {
      Eco(call: ServerUnaryCall<Message, Message>, answer: sendUnaryData<Message>) {
        metadatos.push(call.metadata.getMap())
        plazo = Number(call.getDeadline()) - Date.now()
        const told = call.metadata.clone()
        told.set('x-eco', 'sí'.normalize('NFD').replace(/[^\x20-\x7e]/g, ''))
        call.sendMetadata(told)
        answer(null, call.request)
      },
      Fallar(call: ServerUnaryCall<Message, Message>, answer: sendUnaryData<Message>) {
        const { id, que } = pedido.toObject(call.request, { longs: Number })
        answer({ code: id, details: que })
      },
      Esperar(call: ServerUnaryCall<Message, Message>) {
        call.on('cancelled', onCancelled)
      },
      Contar(call: ServerWritableStream<Message, Message>) {
        const { id } = pedido.toObject(call.request, { longs: Number })
        let next = 0
        const more = () => {
          while (next < id) {
            sent++
            const message = pedido.fromObject({ id: next++, que: 'x'.repeat(1_000) })
            if (call.write(message)) continue
            call.once('drain', more)
            return
          }
          call.end()
        }
        more()
      },
    },
  )
  const credentials = files
    ? ServerCredentials.createSsl(
        await readFile(files.certificado),
        [{ cert_chain: await readFile(files.certificado), private_key: await readFile(files.clave) }],
        true,
      )
    : ServerCredentials.createInsecure()
  const puerto = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', credentials, (cause, port) => (cause ? reject(cause) : resolve(port)))
  })
  return {
    puerto,
    metadatos,
    plazoMs: () => plazo,
    cancelled,
    sent: () => sent,
    close: () => server.forceShutdown(),
  }
}
