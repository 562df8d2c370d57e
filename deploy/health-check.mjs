// Ends with 0 when what this container runs answers, by the settings with which it was started.
const { DIV_ROLE = 'todo', DIV_API_PORT = '30000', DIV_MOTOR_PORT = '50000' } = process.env

const url =
  DIV_ROLE === 'api'
    ? `http://127.0.0.1:${DIV_API_PORT}/api/ping`
    : `http://127.0.0.1:${DIV_MOTOR_PORT}/health/live`
const isWell = await fetch(url).then(
  ({ ok }) => ok,
  () => false,
)
process.exit(isWell ? 0 : 1)
