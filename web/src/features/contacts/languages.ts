export { languageName, contactLanguages } from '../../shared/lib/languages.ts'
