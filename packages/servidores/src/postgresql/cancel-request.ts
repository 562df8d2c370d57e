import { connect } from 'node:net'

export interface CancelTarget {
  /** The checked one. */
  address: string
  puerto: number
  processId: number
  secretKey: number
  timeoutMs: number
}

/**
 * Asks the server to stop what a connection is doing (PostgreSQL's manual, 55.2.8). It answers by closing the socket after the signal was
 * sent. As libpq does, the request travels without TLS: it holds no data but the key, which ends with its connection.
 */
export function sendCancelRequest({
  address,
  puerto,
  processId,
  secretKey,
  timeoutMs,
}: CancelTarget): Promise<void> {
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(80_877_102, 4)
  message.writeInt32BE(processId, 8)
  message.writeInt32BE(secretKey, 12)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port: puerto }, () => socket.end(message))
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the cancel request was not answered')))
    socket.once('error', reject)
    socket.once('close', () => resolve())
    socket.resume()
  })
}
