# A flake for Nix, made by `make recipes`: nix run .#symbolicate -- crash.ips -s dSYMs
{
  description = "Turn the addresses of crash reports into functions, files and lines";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      version = "@VERSION@";
      machines = {
        x86_64-linux = { name = "x86_64"; sha256 = "@SHA256_x86_64@"; };
        aarch64-linux = { name = "aarch64"; sha256 = "@SHA256_aarch64@"; };
      };
      package = system: machine:
        let pkgs = nixpkgs.legacyPackages.${system};
        in pkgs.stdenv.mkDerivation {
          pname = "symbolicate";
          inherit version;
          src = pkgs.fetchurl {
            url = "@DOWNLOADS@/symbolicate-${version}-linux-${machine.name}.tar.zst";
            inherit (machine) sha256;
          };
          nativeBuildInputs = [ pkgs.autoPatchelfHook pkgs.makeWrapper pkgs.zstd ];
          # Loaded when they are needed.
          postInstall = ''
            wrapProgram $out/bin/symbolicate --prefix LD_LIBRARY_PATH : ${pkgs.lib.makeLibraryPath [ pkgs.libarchive pkgs.capstone ]}
          '';
          installPhase = ''
            runHook preInstall
            mkdir -p $out
            cp -r . $out/
            runHook postInstall
          '';
          doInstallCheck = true;
          installCheckPhase = "$out/bin/symbolicate self-test";
          meta = {
            homepage = "@HOMEPAGE@";
            license = pkgs.lib.licenses.asl20;
            platforms = builtins.attrNames machines;
            mainProgram = "symbolicate";
          };
        };
    in {
      packages = builtins.mapAttrs (system: machine: rec {
        symbolicate = package system machine;
        default = symbolicate;
      }) machines;
    };
}
