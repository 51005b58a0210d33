// Starts `foeman lsp` for workspaces with a pack; everything else is the language server's.

import { commands, ExtensionContext, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(commands.registerCommand("foeman.restart", restart));
  context.subscriptions.push(
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("foeman.path")) {
        void restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.dispose();
}

async function start(): Promise<void> {
  const command = workspace.getConfiguration("foeman").get<string>("path") || "foeman";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [
      { scheme: "file", language: "yaml" },
      { scheme: "untitled", language: "yaml" },
    ],
  };
  client = new LanguageClient("foeman", "foeman", server, options);
  try {
    await client.start();
  } catch {
    client = undefined;
    const settings = "Open settings";
    const message = `Could not start \`${command} lsp\`. Install foeman, or set foeman.path to the program.`;
    if ((await window.showErrorMessage(message, settings)) === settings) {
      await commands.executeCommand("workbench.action.openSettings", "foeman.path");
    }
  }
}
