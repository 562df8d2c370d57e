import { createServer, type Socket } from 'node:net'

interface Recibido {
  de: string
  para: string[]
  texto: string
}

export interface ServidorDeCorreo {
  puerto: number
  recibidos: Recibido[]
  /** What it answers to commands that begin so, instead of taking them. */
  refuse: Map<string, string>
  close(): void
}

/** A mail server of a test: plain SMTP with AUTH PLAIN, which takes what it is given (RFC 5321). */
export async function startServidorDeCorreo(): Promise<ServidorDeCorreo> {
  const recibidos: Recibido[] = []
  const refuse = new Map<string, string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let correo: Recibido = { de: '', para: [], texto: '' }
    let isData = false
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    const commands: [RegExp, (line: string) => void][] = [
      [/^EHLO/i, () => say('250-prueba\r\n250-AUTH PLAIN\r\n250 8BITMIME')],
      [/^AUTH/i, () => say('235 adelante')],
      [
        /^MAIL FROM:<(.*?)>/i,
        (line) => {
          correo = { de: addressOf(line), para: [], texto: '' }
          say('250 bien')
        },
      ],
      [
        /^RCPT TO:<(.*?)>/i,
        (line) => {
          correo.para.push(addressOf(line))
          say('250 bien')
        },
      ],
      [
        /^DATA/i,
        () => {
          isData = true
          say('354 adelante')
        },
      ],
      [/^(RSET|NOOP)/i, () => say('250 bien')],
      [/^QUIT/i, () => socket.end('221 adiós\r\n')],
    ]
    function takeLine(line: string): void {
      if (isData) {
        if (line !== '.') {
          correo.texto += `${line.replace(/^\.\./, '.')}\n`
          return
        }
        isData = false
        recibidos.push(correo)
        say('250 2.0.0 guardado')
        return
      }
      const refusal = [...refuse].find(([begin]) => line.startsWith(begin))
      if (refusal) say(refusal[1])
      else (commands.find(([pattern]) => pattern.test(line))?.[1] ?? (() => say('502 no')))(line)
    }
    say('220 prueba ESMTP')
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8')
      const lines = rest.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) takeLine(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    puerto: address.port,
    recibidos,
    refuse,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

function addressOf(line: string): string {
  return /<(.*?)>/.exec(line)?.[1] ?? ''
}
