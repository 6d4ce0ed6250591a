import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { type Comment, parseSync, type Program } from 'oxc-parser'

export interface Import {
  /** As written in the file. */
  specifier: string
  /** The resolved file, relative to the root; undefined for a package. */
  file: string | undefined
  /** The package's name, such as `fastify` or `@fastify/static`; built-ins start with `node:`. */
  package: string | undefined
  /** True when the import is erased at run time. */
  isType: boolean
  line: number
}

export interface Source {
  /** Relative to the root, with forward slashes. */
  path: string
  text: string
  lineCount: number
  imports: Import[]
  program: Program
  comments: Comment[]
  lineAt(offset: number): number
}

const SKIPPED = new Set(['node_modules', 'dist', 'data', '.git', '.cache', 'fixtures', 'results'])

/** Lists the files below the folders whose names have one of the endings, sorted, as paths relative to the root. */
export function listFiles(root: string, folders: string[], endings: string[]): string[] {
  const files: string[] = []
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        // Skips build folders that are being created or deleted.
        if (!SKIPPED.has(entry.name) && !/^\.?dist-/.test(entry.name)) visit(path)
      } else if (endings.some((ending) => entry.name.endsWith(ending))) {
        files.push(path)
      }
    }
  }
  for (const folder of folders) if (isFolder(join(root, folder))) visit(folder)
  return files.toSorted()
}

/**
 * Reads and parses the code files (.ts, .tsx, .mjs) below the folders; throws an explanation for a file that does not
 * parse.
 */
export function readSources(root: string, folders: string[]): Source[] {
  return listFiles(root, folders, ['.ts', '.tsx', '.mjs']).map((path) =>
    parseSource(path, readFileSync(join(root, path), 'utf8')),
  )
}

/** Parses one file's text. */
export function parseSource(path: string, text: string): Source {
  const parsed = parseSync(path, text)
  const [error] = parsed.errors
  if (error) throw new Error(`${path} does not parse: ${error.message}`)
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineAt = (offset: number): number => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
  const imports: Import[] = []
  const add = (specifier: string, isType: boolean, offset: number): void => {
    imports.push({ specifier, ...resolveSpecifier(path, specifier), isType, line: lineAt(offset) })
  }
  for (const statement of parsed.program.body) {
    if (statement.type === 'ImportDeclaration') {
      add(statement.source.value, statement.importKind === 'type' || isAllTypes(statement.specifiers), statement.start)
    } else if (statement.type === 'ExportAllDeclaration') {
      add(statement.source.value, statement.exportKind === 'type', statement.start)
    } else if (statement.type === 'ExportNamedDeclaration' && statement.source) {
      add(statement.source.value, statement.exportKind === 'type' || isAllTypes(statement.specifiers), statement.start)
    }
  }
  for (const { start, moduleRequest } of parsed.module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/s.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal?.[1]) add(literal[1], false, start)
  }
  return {
    path,
    text,
    lineCount: starts.length - (text.endsWith('\n') ? 1 : 0),
    imports,
    program: parsed.program,
    comments: parsed.comments,
    lineAt,
  }
}

/** Calls `meet` with every node of the tree, parents before children. */
export function walk(
  node: unknown,
  meet: (node: TreeNode, parent: TreeNode | undefined) => void,
  parent?: TreeNode,
): void {
  if (Array.isArray(node)) {
    for (const child of node) walk(child, meet, parent)
    return
  }
  if (typeof node !== 'object' || node === null) return
  const self = node as TreeNode
  const isNode = typeof self.type === 'string'
  if (isNode) meet(self, parent)
  for (const key in self) {
    const child = self[key]
    if (typeof child === 'object' && child !== null) walk(child, meet, isNode ? self : parent)
  }
}

/** A node of the syntax tree, loosely typed. */
export interface TreeNode {
  type: string
  start: number
  end: number
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind of node has its own fields
  [field: string]: any
}

/** Returns true for tests and for code that only tests use. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$|\.spec\.ts$|(^|\/)test\/|\/testing\//.test(path)
}

function isAllTypes(specifiers: { type: string; importKind?: string; exportKind?: string }[]): boolean {
  return (
    specifiers.length > 0 &&
    specifiers.every((specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type')
  )
}

function resolveSpecifier(from: string, specifier: string): { file: string | undefined; package: string | undefined } {
  if (specifier.startsWith('.'))
    return { file: posix.join(dirname(from), specifier.replace(/\?.*$/, '')), package: undefined }
  const contract = /^@crewline\/contract\/(.+)$/.exec(specifier)
  if (contract) return { file: `contract/src/${contract[1]}.ts`, package: undefined }
  const parts = specifier.split('/')
  return { file: undefined, package: specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0] }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
