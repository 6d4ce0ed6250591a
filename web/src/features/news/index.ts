export { newsLive } from './editors-store.ts'
