import type { Socket } from 'node:net'

/**
 * What a server says first, as soon as it is whole: `lengthOf` tells from what has come how many bytes that needs. The socket is left as
 * it was, for whoever speaks next. Rejects when the server hangs up before.
 */
export function readFirst(socket: Socket, lengthOf: (received: Buffer) => number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (received.length >= lengthOf(received)) leave(() => resolve(received))
    }
    const onEnd = () => leave(() => reject(new Error('cerró la conexión')))
    const leave = (settle: () => void) => {
      socket.pause().off('data', onData).off('end', onEnd).off('error', onError)
      settle()
    }
    const onError = (cause: Error) => leave(() => reject(cause))
    socket.on('data', onData).once('end', onEnd).once('error', onError)
  })
}
