// Starts `ludwright lsp` for rulesets and the files beside them.
const { workspace } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

function activate() {
  const settings = workspace.getConfiguration("ludwright");
  const [command, ...args] = settings.get("command");
  const server = { command, args, transport: TransportKind.stdio };
  const options = {
    documentSelector: [
      { scheme: "file", language: "ludwright" },
      { scheme: "file", language: "yaml" },
    ],
    initializationOptions: { pause: settings.get("pause") },
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.{yaml,yml}") },
  };
  client = new LanguageClient("ludwright", "Ludwright", server, options);
  return client.start();
}

function deactivate() {
  return client === undefined ? undefined : client.stop();
}

module.exports = { activate, deactivate };
