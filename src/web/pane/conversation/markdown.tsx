import { Lexer, type Token, type Tokens } from "marked";
import { Fragment, type ReactNode, useMemo } from "react";
import { visibleText } from "../../../core/text/visible-text.ts";

/** An agent's Markdown as elements: HTML in it is shown as text, and only web and mail addresses become links. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => lex(text), [text]);
  return <div className="markdown">{tokens === null ? <pre>{visibleText(text)}</pre> : blocks(tokens)}</div>;
}

function lex(text: string): Token[] | null {
  try {
    return new BoundedLexer({ gfm: true }).lex(text);
  } catch {
    // such as lists that are nested too deeply
    return null;
  }
}

/** The work for the emphasis in one text: with every sign of it, what follows may be read once more. */
const MOST_WORK = 10_000_000;

/** Leaves words as they are whose emphasis would take so long to read that the page stood still. */
class BoundedLexer extends Lexer {
  private left = MOST_WORK;

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const work = (src.match(/[*_]/g)?.length ?? 0) * src.length;
    if (work <= this.left) {
      this.left -= work;
      return super.inlineTokens(src, tokens);
    }
    tokens.push({ type: "text", raw: src, text: src, escaped: false });
    return tokens;
  }
}

function blocks(tokens: readonly Token[] = []): ReactNode[] {
  return tokens.map((token, n) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
    return <Fragment key={n}>{block(token)}</Fragment>;
  });
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      // the page's own headings give its outline
      return <p className="markdown-heading">{inlines(token.tokens)}</p>;
    case "paragraph":
      return <p>{inlines(token.tokens)}</p>;
    case "code":
      return (
        <pre>
          <code>{visibleText(token.text)}</code>
        </pre>
      );
    case "blockquote":
      return <blockquote>{blocks(token.tokens)}</blockquote>;
    case "list":
      return <List list={token as Tokens.List} />;
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "hr":
      return <hr />;
    case "text":
      return token.tokens === undefined ? visibleText(token.text) : inlines(token.tokens);
    default:
      return <p>{visibleText(token.raw)}</p>;
  }
}

function List({ list: { ordered, start, items } }: { list: Tokens.List }) {
  const lines = items.map(({ tokens, task, checked }, n) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
    <li key={n}>
      {task && (checked ? "☑ " : "☐ ")}
      {blocks(tokens.filter(({ type }) => type !== "checkbox"))}
    </li>
  ));
  return ordered ? <ol start={typeof start === "number" ? start : 1}>{lines}</ol> : <ul>{lines}</ul>;
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  const cells = (row: readonly Tokens.TableCell[], Cell: "th" | "td") =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
    row.map(({ tokens }, n) => <Cell key={n}>{inlines(tokens)}</Cell>);
  return (
    <table>
      <thead>
        <tr>{cells(header, "th")}</tr>
      </thead>
      <tbody>
        {rows.map((row, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
          <tr key={n}>{cells(row, "td")}</tr>
        ))}
      </tbody>
    </table>
  );
}

function inlines(tokens: readonly Token[] = []): ReactNode[] {
  return tokens.map((token, n) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change order
    return <Fragment key={n}>{inline(token)}</Fragment>;
  });
}

function inline(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens)}</strong>;
    case "em":
      return <em>{inlines(token.tokens)}</em>;
    case "del":
      return <del>{inlines(token.tokens)}</del>;
    case "codespan":
      return <code>{visibleText(token.text)}</code>;
    case "br":
      return <br />;
    case "link":
      return isSafe(token.href) ? (
        <a href={token.href} target="_blank" rel="noreferrer noopener" title={visibleText(token.href)}>
          {inlines(token.tokens)}
        </a>
      ) : (
        inlines(token.tokens)
      );
    case "text":
    case "escape":
      return token.type === "text" && token.tokens !== undefined ? inlines(token.tokens) : visibleText(token.text);
    default:
      return visibleText(token.raw);
  }
}

/** A picture of an address in the text would tell somebody that it was read, so it stays text. */
function isSafe(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(href);
}
