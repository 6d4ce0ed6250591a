export { languageName, workerLanguages } from '../../shared/lib/languages.ts'
